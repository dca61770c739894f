// SPDX-License-Identifier: Apache-2.0
document.title = 'The fixture';
