// SPDX-License-Identifier: Apache-2.0
//
// Every page in Spanish.
'use strict';
require('./looks')('es');
