/* SPDX-License-Identifier: Apache-2.0
 *
 * base/clock.h - the two clocks. Waiting is measured with the monotonic one; wall time is
 * only for display and storage. Only loops read clocks: code that makes decisions takes
 * the time as an argument. Any thread.
 */
#ifndef FACHO_BASE_CLOCK_H
#define FACHO_BASE_CLOCK_H

#include <stdint.h>

int64_t clock_mono_ms(void);
int64_t clock_mono_us(void);
int64_t clock_wall_ms(void);

#endif
