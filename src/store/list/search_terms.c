/* SPDX-License-Identifier: Apache-2.0 */
#include "store/list/search_int.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/fold.h"

enum {
	MAC_GROUPS = 6,
	SERIAL_VENDOR = 4, /* letters */
	SERIAL_DIGITS = 8,
	HEX_MAX = 16,
	NUMBERS_MAX = 5, /* rack, frame, slot, port, ONU */
	NUMBER_DIGITS = 5,
};

/* ---- words ------------------------------------------------------------------------ */

static bool
is_mark(char c)
{
	return c && strchr(",;()[]\"'", c);
}

/* Without the marks that sentences have: "Av." is "av". */
static char *
trim_word(char *word)
{
	size_t n;

	while (is_mark(*word))
		word++;
	n = strlen(word);
	while (n > 1 && (is_mark(word[n - 1]) || word[n - 1] == '.'))
		word[--n] = '\0';
	return word;
}

/* The last one is all that is left. */
static void
cut_words(struct search_terms *t)
{
	struct search_form *form = &t->forms[0];
	bool has_long = false;
	char *at = t->cut;

	(void)snprintf(t->cut, sizeof(t->cut), "%s", t->folded);
	while (*at && form->n < SEARCH_WORDS_MAX) {
		size_t n = strcspn(at, " \t");
		bool is_last = !at[n] || form->n == SEARCH_WORDS_MAX - 1;
		char *next = is_last ? at + strlen(at) : at + n + 1;
		char *word;

		if (!is_last)
			at[n] = '\0';
		word = trim_word(at);
		if (*word)
			form->words[form->n++] = word;
		has_long |= search_is_indexed(word, strlen(word));
		at = next;
	}
	/* Only together are they long enough for an index. */
	if (!has_long) {
		form->n = *t->folded ? 1 : 0;
		form->words[0] = t->folded;
	}
	t->n_forms = 1;
}

static void
add_form(struct search_terms *t, const char *word)
{
	if (!*word || t->n_forms == SEARCH_FORMS_MAX || strcmp(word, t->folded) == 0)
		return;
	t->forms[t->n_forms].n = 1;
	t->forms[t->n_forms++].words[0] = word;
}

/* ---- MACs and serials ------------------------------------------------------------- */

/* Digits and letters alone; false when there is anything else but what is usual
 * between them, or more than fits. */
static bool
compact(const char *text, char *ret, size_t size)
{
	size_t n = 0;

	if (strncmp(text, "0x", 2) == 0)
		text += 2;
	for (; *text; text++) {
		if (strchr(":-. ", *text))
			continue;
		if (!isalnum((unsigned char)*text) || n + 1 == size)
			return false;
		ret[n++] = *text;
	}
	ret[n] = '\0';
	return n > 0;
}

static bool
is_hex(const char *text)
{
	return *text && strspn(text, "0123456789abcdef") == strlen(text);
}

/* "0:1f:cc:0:11:22", as some devices leave zeros out. */
static bool
read_short_mac(const char *text, char mac[SEARCH_FORM_TEXT])
{
	char made[3 * MAC_GROUPS];
	size_t len = 0;

	for (int i = 0; i < MAC_GROUPS; i++) {
		size_t n = strspn(text, "0123456789abcdef");
		bool is_last = i == MAC_GROUPS - 1;

		if (n < 1 || n > 2 ||
		    !(is_last ? !text[n] : text[n] && strchr(":-", text[n])))
			return false;
		len += (size_t)snprintf(made + len, sizeof(made) - len, "%s%s%.*s",
		    i ? ":" : "", n == 1 ? "0" : "", (int)n, text);
		text += n + 1;
	}
	memcpy(mac, made, len + 1);
	return true;
}

/* A MAC or a part of one, in pairs. */
static void
read_mac(struct search_terms *t)
{
	char digits[2 * MAC_GROUPS + 1] = "";
	size_t n, len = 0;

	if (read_short_mac(t->folded, t->mac) ||
	    !compact(t->folded, digits, sizeof(digits)) || !is_hex(digits))
		return;
	/* Digits alone are more often the number of a house or of a customer. */
	n = strlen(digits);
	if (n < 4 || n % 2 || (n < 2 * MAC_GROUPS && !strpbrk(t->folded, ":-.abcdef")))
		return;
	for (size_t i = 0; i < n; i += 2)
		len += (size_t)snprintf(t->mac + len, sizeof(t->mac) - len, "%s%.2s",
		    i ? ":" : "", digits + i);
}

static unsigned
digit(char c)
{
	return (unsigned)(c <= '9' ? c - '0' : c - 'a' + 10);
}

/* 48575443 12ab000f is HWTC12AB000F. */
static void
read_hex_serial(struct search_terms *t, const char *digits)
{
	size_t n = strlen(digits);

	if (!is_hex(digits) || n % 2 || n < 2 * SERIAL_VENDOR || n > HEX_MAX)
		return;
	for (size_t i = 0; i < SERIAL_VENDOR; i++) {
		unsigned c = digit(digits[2 * i]) << 4 | digit(digits[2 * i + 1]);

		if (c >= 'A' && c <= 'Z')
			c += 'a' - 'A';
		if (c < 'a' || c > 'z') {
			t->serial[0] = '\0';
			return;
		}
		t->serial[i] = (char)c;
	}
	(void)snprintf(t->serial + SERIAL_VENDOR, sizeof(t->serial) - SERIAL_VENDOR, "%s",
	    digits + 2 * SERIAL_VENDOR);
}

/* HWTC12AB000F, with or without separators; a list that keeps octets has it in hex. */
static void
read_plain_serial(struct search_terms *t, const char *text)
{
	size_t len = 0;

	if (strlen(text) != SERIAL_VENDOR + SERIAL_DIGITS ||
	    !is_hex(text + SERIAL_VENDOR))
		return;
	for (size_t i = 0; i < SERIAL_VENDOR; i++) {
		if (!isalpha((unsigned char)text[i]))
			return;
	}
	for (size_t i = 0; i < SERIAL_VENDOR; i++)
		len += (size_t)snprintf(t->hex + len, sizeof(t->hex) - len, "%02x",
		    (unsigned)toupper((unsigned char)text[i]));
	(void)snprintf(t->hex + len, sizeof(t->hex) - len, "%s", text + SERIAL_VENDOR);
	(void)snprintf(t->serial, sizeof(t->serial), "%s", text);
}

static void
read_serial(struct search_terms *t)
{
	char text[HEX_MAX + 1] = "";

	if (!compact(t->folded, text, sizeof(text)))
		return;
	read_hex_serial(t, text);
	read_plain_serial(t, text);
}

/* ---- positions -------------------------------------------------------------------- */

/* What vendors write around the numbers of a position. */
static bool
is_position_word(const char *word, size_t n)
{
	static const char *const WORDS[] = { "gpon", "epon", "xpon", "xgpon", "xgspon",
		"xgs", "pon", "onu", "ont", "olt", "rack", "frame", "shelf", "slot",
		"card", "port", "interface" };

	for (size_t i = 0; i < sizeof(WORDS) / sizeof(WORDS[0]); i++) {
		if (strlen(WORDS[i]) == n && memcmp(WORDS[i], word, n) == 0)
			return true;
	}
	return false;
}

struct numbers {
	size_t n;
	char text[NUMBERS_MAX][NUMBER_DIGITS + 1];
	bool has_sign; /* "/", ":" or "-" between two of them */
	unsigned dots;
};

static bool
read_number(struct numbers *numbers, const char *text, size_t n)
{
	while (n > 1 && *text == '0') {
		text++;
		n--;
	}
	if (n > NUMBER_DIGITS || numbers->n == NUMBERS_MAX)
		return false;
	memcpy(numbers->text[numbers->n], text, n);
	numbers->text[numbers->n++][n] = '\0';
	return true;
}

static bool
read_numbers(const char *text, struct numbers *ret)
{
	while (*text) {
		size_t digits = strspn(text, "0123456789");
		size_t letters = strspn(text, "abcdefghijklmnopqrstuvwxyz");

		if (digits && !read_number(ret, text, digits))
			return false;
		if (letters && !is_position_word(text, letters))
			return false;
		if (!digits && !letters && !strchr("/:-_. ", *text))
			return false;
		ret->has_sign |= ret->n && !digits && strchr("/:-", *text);
		ret->dots += *text == '.';
		text += digits ? digits : letters ? letters : 1;
	}
	return true;
}

/* Four numbers with dots are an address, and two with a blank are two numbers. One dot among
 * other signs is before the ONU: "0/1/0.11". */
static void
read_place(struct search_terms *t)
{
	struct numbers numbers = { 0 };
	size_t len = 0;

	if (!read_numbers(t->folded, &numbers) || numbers.n < 2 ||
	    (numbers.n == 2 && !numbers.has_sign) ||
	    (numbers.dots && numbers.n != 3 && !(numbers.dots == 1 && numbers.has_sign)))
		return;
	for (size_t i = 0; i < numbers.n; i++)
		len += (size_t)snprintf(t->place + len, sizeof(t->place) - len, "%s%s",
		    i == 0                   ? ""
			: i + 1 == numbers.n ? ":"
					     : "/",
		    numbers.text[i]);
}

unsigned
search_places(const struct search_terms *t, char ret[SEARCH_PLACES_MAX][SEARCH_PLACE_MAX])
{
	static const char *const BEFORE[SEARCH_PLACES_MAX] = { "", "0/", "1/", "2/", "3/",
		"0/0/", "0/1/", "1/0/", "1/1/", "2/0/" };

	for (unsigned i = 0; *t->place && i < SEARCH_PLACES_MAX; i++)
		(void)snprintf(ret[i], SEARCH_PLACE_MAX, "%s%.32s", BEFORE[i], t->place);
	return *t->place ? SEARCH_PLACES_MAX : 0;
}

/* ---- all of it -------------------------------------------------------------------- */

bool
search_read(const char *text, struct search_terms *t)
{
	size_t n;

	memset(t, 0, sizeof(*t));
	while (isspace((unsigned char)*text))
		text++;
	n = strlen(text);
	while (n && isspace((unsigned char)text[n - 1]))
		n--;
	if (n > SEARCH_TEXT_MAX)
		return false;
	memcpy(t->text, text, n);
	(void)fold_text(t->text, t->folded, sizeof(t->folded));
	cut_words(t);
	read_mac(t);
	read_serial(t);
	read_place(t);
	add_form(t, t->mac);
	add_form(t, t->serial);
	add_form(t, t->hex);
	return true;
}

static bool
is_special(char c)
{
	return c && strchr("%_\\", c);
}

bool
search_is_indexed(const char *word, size_t n)
{
	int run = 0;

	for (size_t i = 0; i < n && run < SEARCH_TRIGRAM; i++) {
		if (is_special(word[i]))
			run = 0;
		else if (((unsigned char)word[i] & 0xC0) != 0x80)
			run++;
	}
	return run == SEARCH_TRIGRAM;
}

void
search_pattern(const char *word, size_t n, char pattern[SEARCH_PATTERN_MAX])
{
	(void)snprintf(pattern, SEARCH_PATTERN_MAX, "%%%.*s%%", (int)n, word);
	for (size_t i = 1; i <= n; i++) {
		if (is_special(pattern[i]))
			pattern[i] = '_';
	}
}

bool
search_has(const struct search_form *form, const char *folded)
{
	for (unsigned i = 0; i < form->n; i++) {
		if (!strstr(folded, form->words[i]))
			return false;
	}
	return form->n > 0;
}
