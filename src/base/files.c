/* SPDX-License-Identifier: Apache-2.0 */
#include "base/files.h"

#include <stdint.h>
#include <sys/resource.h>

size_t
files_allow_all(void)
{
	struct rlimit limit;
	rlim_t soft;

	if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
		return 0;
	soft = limit.rlim_cur;
	limit.rlim_cur = limit.rlim_max;
	if (setrlimit(RLIMIT_NOFILE, &limit) != 0)
		limit.rlim_cur = soft;
	return limit.rlim_cur < SIZE_MAX ? (size_t)limit.rlim_cur : SIZE_MAX;
}
