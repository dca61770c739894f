/* SPDX-License-Identifier: Apache-2.0
 *
 * For builds without the web admin (-Dweb=false).
 */
#include "daemon/daemon_int.h"

const struct web_bundle WEB = { NULL, 0 };
