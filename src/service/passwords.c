/* SPDX-License-Identifier: Apache-2.0 */
#include "service/passwords_int.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

/* Those that everybody tries first, in English, in Spanish and in networks; in lower case,
 * a space behind each. Shorter ones than PASSWORD_MIN are refused for that. */
static const char *const COMMON[] = {
	"00000000 000000000 0000000000 01234567 012345678 0123456789 0987654321 ",
	"10203040 11111111 111111111 1111111111 11223344 1122334455 ",
	"112233445566 12121212 123123123 1231231234 123321123 12341234 ",
	"123412345 123454321 1234554321 12345678 123456789 1234567890 ",
	"12345678910 123456abc 123456qwerty 12345abc 12345qwert 12345qwerty ",
	"1234abcd 1234qwer 123abc123 123qwe123 123qweasd 123qwerty 13131313 ",
	"147258369 147852369 159357456 159753456 1a2b3c4d 1q2w3e4r 1q2w3e4r5t ",
	"1q2w3e4r5t6y 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 21212121 22222222 ",
	"321321321 33333333 44444444 456456456 456789123 55555555 66666666 ",
	"741852963 77777777 789456123 789789789 87654321 88888888 888888888 ",
	"963852741 987654321 9876543210 99999999 999999999 a1234567 a12345678 ",
	"a123456789 a1b2c3d4 a1b2c3d4e5 aa123456 aa12345678 aaaaaaaa aaaaaaaaaa ",
	"abc12345 abc123456 abc123abc abcabcabc abcd1234 abcd12345 abcdef123 ",
	"abcdefgh abcdefghi abcdefghij access123 access14 accesso1 admin123 ",
	"admin123! admin1234 admin12345 admin123456 admin2023 admin2024 ",
	"admin2025 admin2026 admin@123 admin@huawei adminadmin administrador ",
	"administrador1 administrator administrator1 adminroot adminzte ",
	"alejandra alejandro alexander america1 america123 amorcito ",
	"amordemivida andres123 anthony1 apple123 argentina argentina1 arsenal1 ",
	"asdf1234 asdfasdf asdfghjk asdfghjkl asdfqwer asdqwe123 ashley123 ",
	"autumn2025 barcelona barcelona1 baseball baseball1 basketball ",
	"batman123 bienvenida bienvenido bienvenido1 blink182 bolivia1 ",
	"butterfly carlos123 carolina carolina1 changeit changeit1 changeme ",
	"changeme! changeme1 changeme123 changeme_123 charlie1 chelsea1 ",
	"chile123 chocolate chocolate1 cisco123 cisco1234 cisco12345 clave123 ",
	"clave1234 claveclave colombia colombia1 colombia123 community computer ",
	"computer1 comunidad contrasena contrasena1 contrasena123 contraseña ",
	"contraseña1 contraseña123 corazon1 corazon123 corvette cristiano ",
	"cristina daniel123 daniela1 december default1 default123 demo1234 ",
	"demodemo diosesamor diosteama dragon123 ecuador1 ecuador123 estrella ",
	"estrella1 facebook facebook1 facho123 facho1234 fachoadmin fachofacho ",
	"familia1 familia123 fernanda fernando ferrari1 fiberhome fiberhome1 ",
	"fibra123 fibra1234 football football1 francisco freedom1 futbol123 ",
	"gabriela1 gmail123 google123 grafana123 guatemala guest123 guest1234 ",
	"guillermo hello123 hello1234 hellohello helloworld hola1234 hola12345 ",
	"holahola holamundo honduras huawei123 huawei@123 ihateyou ilovegod ",
	"iloveyou iloveyou! iloveyou1 iloveyou2 internet internet1 internet123 ",
	"january1 jennifer jessica1 jesucristo jesus123 jesusteama jordan23 ",
	"juan1234 juancarlos killer123 letmein! letmein1 letmein123 linkedin ",
	"liverpool liverpool1 login123 login1234 logmein1 lovelove lovely123 ",
	"lovers123 loveyou1 manager1 maria123 mariamaria mariposa mariposa1 ",
	"master12 master123 masterkey mauricio mercedes metallica mexico123 ",
	"michael1 michelle michelle1 miclave1 micontrasena micontraseña ",
	"microsoft mikrotik mikrotik1 millonarios monitor1 monitor123 monkey123 ",
	"mustang1 mypass123 mypassword mysecret nacional1 network1 network123 ",
	"newpassword nicaragua nirvana1 november october1 oldpassword olt12345 ",
	"operador operador1 operador123 operator operator1 p@ssw0rd p@ssw0rd1 ",
	"p@ssw0rd123 p@ssword pa$$w0rd pa$$word paraguay pass1234 pass12345 ",
	"pass123456 passphrase passport passw0rd passw0rd1 password password! ",
	"password00 password01 password1 password1! password12 password123 ",
	"password1234 password12345 password2 password2020 password2021 ",
	"password2022 password2023 password2024 password2025 password2026 ",
	"password99 passwort passwort1 patricia peru1234 pokemon1 princesa ",
	"princesa1 princess princess1 private1 private123 public123 q1w2e3r4 ",
	"q1w2e3r4t5 q1w2e3r4t5y6 q2w3e4r5 qazwsx123 qazwsxedc qazxswedc ",
	"qweasdzxc qweqweqwe qwer1234 qwerasdf qwerqwer qwert123 qwert1234 ",
	"qwerty12 qwerty123 qwerty1234 qwerty12345 qwerty123456 qwertyqwerty ",
	"qwertyui qwertyuiop realmadrid redes123 republica ricardo1 roberto1 ",
	"rodrigo1 root1234 root12345 rootadmin rootroot samsung1 samsung123 ",
	"santiago santiago1 sebastian secret12 secret123 secret1234 september ",
	"server123 service1 shadow123 slipknot snmp1234 snmpsnmp soporte1 ",
	"soporte123 spiderman spring2025 starwars starwars1 summer123 ",
	"summer2024 summer2025 sunshine sunshine1 superadmin superman superman1 ",
	"superuser supervisor supervisor1 support1 support123 sysadmin ",
	"sysadmin1 system123 teamo123 teamomucho teamoteamo telecomadmin ",
	"temp1234 temporal temporal1 temporal123 temppass tequiero tequiero1 ",
	"tequieromucho test1234 test12345 tester123 testing1 testing123 ",
	"testpassword testtest thepassword toor1234 topsecret trustme1 trustno1 ",
	"twitter1 ubnt1234 ubntubnt uruguay1 user1234 user12345 username ",
	"username1 usuario1 usuario123 valentina venezuela venezuela1 veronica ",
	"welcome! welcome1 welcome12 welcome123 welcome1234 welcome2 ",
	"welcome2024 welcome2025 welcome2026 whatever whatever1 windows1 ",
	"windows10 winter123 winter2024 winter2025 wireless xxxxxxxx youtube1 ",
	"zabbix123 zaq12wsx zaq1xsw2 zhone123 zte12345 zxcv1234 zxcvbnm, ",
	"zxcvbnm1 zxcvbnm123 zxcvzxcv zzzzzzzz ",
};

static bool
is_in(const char *words, const char *password)
{
	size_t n = strlen(password);

	for (; *words; words = strchr(words, ' ') + 1) {
		if (strncasecmp(words, password, n) == 0 && words[n] == ' ')
			return true;
	}
	return false;
}

bool
password_is_common(const char *password)
{
	for (size_t i = 0; *password && i < sizeof(COMMON) / sizeof(COMMON[0]); i++) {
		if (is_in(COMMON[i], password))
			return true;
	}
	return false;
}

/* One character, again and again. */
static bool
is_monotonous(const char *password)
{
	return *password &&
	    strspn(password, (char[]){ *password, '\0' }) == strlen(password);
}

/* The name itself, with digits and signs around it, or twice. */
static bool
is_of_name(const char *password, const char *name)
{
	size_t n = name ? strlen(name) : 0;

	if (n == 0)
		return false;
	while (*password && strncasecmp(password, name, n) != 0 &&
	    !isalpha((unsigned char)*password))
		password++;
	if (strncasecmp(password, name, n) != 0)
		return false;
	while (strncasecmp(password, name, n) == 0)
		password += n;
	for (; *password; password++) {
		if (isalpha((unsigned char)*password) || (unsigned char)*password >= 0x80)
			return false;
	}
	return true;
}

const char *
password_weakness(const char *password, const char *name)
{
	if (password_is_common(password) || is_monotonous(password))
		return "this password is one of those that are tried first; choose "
		       "another";
	if (is_of_name(password, name))
		return "a password must not be made of the user's name";
	return NULL;
}
