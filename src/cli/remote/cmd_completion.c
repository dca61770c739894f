/* SPDX-License-Identifier: Apache-2.0
 *
 * facho completion: what a shell needs to complete our words.
 */
#include "cli/frame/commands.h"

#include <string.h>

#include "cli/remote/completion_int.h"

static int
run(struct cli_call *call)
{
	static const struct {
		const char *shell;
		void (*print)(const struct cli_program *program, FILE *out);
	} SHELLS[] = { { "bash", completion_bash }, { "zsh", completion_zsh } };

	for (size_t i = 0; i < sizeof(SHELLS) / sizeof(SHELLS[0]); i++) {
		if (strcmp(SHELLS[i].shell, call->args[0]) == 0) {
			SHELLS[i].print(call->program, call->out);
			return CLI_DONE;
		}
	}
	return cli_wrong_usage(
	    call, "there is none for \"%.40s\"; there are: bash, zsh", call->args[0]);
}

const struct cli_command cmd_completion = {
	.name = "completion",
	.summary = "print the completion script for bash or zsh",
	.usage = "bash|zsh",
	.help =
	    "For bash, add to ~/.bashrc: source <(facho completion bash). For zsh,\n"
	    "write the output to a file named _facho in one of the folders of $fpath.\n",
	.examples =
	    "facho completion bash > /usr/share/bash-completion/completions/facho\n"
	    "facho completion zsh > /usr/local/share/zsh/site-functions/_facho\n",
	.min_args = 1,
	.max_args = 1,
	.run = run,
};
