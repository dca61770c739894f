// SPDX-License-Identifier: Apache-2.0
//
// Every page in English.
'use strict';
require('./looks')('en');
