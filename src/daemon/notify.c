/* SPDX-License-Identifier: Apache-2.0 */
#include "daemon/notify_int.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/units.h"

void
notify(const char *state)
{
	const char *path = getenv("NOTIFY_SOCKET");
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	size_t n = path ? strlen(path) : 0;
	int fd;

	if (n == 0 || n >= sizeof(address.sun_path))
		return;
	memcpy(address.sun_path, path, n);
	if (address.sun_path[0] == '@')
		address.sun_path[0] = '\0'; /* an abstract socket */
	fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	if (fd < 0)
		return;
	/* If it is lost, systemd acts as without it. */
	(void)sendto(fd, state, strlen(state), MSG_NOSIGNAL,
	    (const struct sockaddr *)&address,
	    (socklen_t)(offsetof(struct sockaddr_un, sun_path) + n));
	(void)close(fd);
}

int64_t
notify_watchdog_ms(void)
{
	const char *text = getenv("WATCHDOG_USEC");
	int64_t usec = 0;

	if (!text || units_parse_int(text, &usec) != RC_OK || usec <= 0)
		return 0;
	return usec / 2000 > 0 ? usec / 2000 : 1;
}
