// SPDX-License-Identifier: Apache-2.0
//
// Finds typical errors by rule: doubled words, "1 reservados", "2 fila", "las sondeos", "a ONU". It
// checks complete sentences, so it is used on filled phrases (phrases.js) and on whole pages
// (tests/web/looks.js). If a rule reports correct text, the word is added here as an exception.

const MASCULINE = `sondeo trabajo poller puerto nivel flujo plan token usuario ajuste valor intento reintento incumplimiento nodo
  perfil modelo cliente equipo minuto segundo milisegundo día mes lugar turno error filtro campo carácter byte octeto número nombre
  índice rango momento descubrimiento chasis abonado serial intervalo estado rol archivo catálogo permiso programa administrador
  operador aviso problema evento suceso cambio motivo límite retraso horario orden poller slot módulo`.split(/\s+/);
const FEMININE = `olt onu ejecución cuota marca fila columna bitácora hora fórmula etiqueta causa fibra luz lectura respuesta petición
  sesión contraseña clave red tarjeta página vista cola dirección posición descripción comunidad pregunta prueba vez tanda casa
  falla medida cifra gravedad prioridad unidad opción máquina base línea solicitud columna temperatura distancia`.split(/\s+/);
// What "1" may stand before although it looks like a plural, and what is its own plural.
const NO_PLURALS = new Set('mes tres dos seis menos más es las los gas chasis'.split(' '));
const INVARIANT = new Set('olt onu chasis mes'.split(' '));
// Words that may stand twice, such as the name and the number of a thing.
const MAY_DOUBLE = new Set(['onu', 'olt', 'x', 'centro', 'ha', 'no', 'that', 'had']);

const plural = (noun) => (INVARIANT.has(noun) ? noun
  : /ón$/.test(noun) ? noun.replace(/ón$/, 'ones') : /z$/.test(noun) ? noun.replace(/z$/, 'ces') : /[aeiouéá]$/.test(noun) ? `${noun}s` : `${noun}es`);
const accentless = (word) => word.normalize('NFD').replace(/[\u0300\u0301]/g, '').normalize('NFC');

const nouns = new Map();
for (const [list, gender] of [[MASCULINE, 'm'], [FEMININE, 'f']]) {
  for (const noun of list.filter(Boolean)) {
    if (!INVARIANT.has(noun)) nouns.set(noun, { gender, number: 's' });
    for (const many of [plural(noun), accentless(plural(noun)), `${noun}s`]) {
      if (!INVARIANT.has(noun) && !nouns.has(many)) nouns.set(many, { gender, number: 'p' });
    }
    if (INVARIANT.has(noun)) nouns.set(noun, { gender, number: '?' });
  }
}

const DETERMINERS = {
  el: 'ms', los: 'mp', un: 'ms', unos: 'mp', este: 'ms', estos: 'mp', ese: 'ms', esos: 'mp', ningún: 'ms', del: 'ms', al: 'ms',
  otro: 'ms', otros: 'mp', varios: 'mp', muchos: 'mp', demasiados: 'mp', todos: 'mp', primeros: 'mp', últimos: 'mp', propios: 'mp', nuevo: 'ms', nuevos: 'mp',
  la: 'fs', las: 'fp', una: 'fs', unas: 'fp', esta: 'fs', estas: 'fp', esa: 'fs', esas: 'fp', ninguna: 'fs',
  otra: 'fs', otras: 'fp', varias: 'fp', muchas: 'fp', demasiadas: 'fp', primeras: 'fp', últimas: 'fp', propias: 'fp', nueva: 'fs', nuevas: 'fp',
};

const words = (text) => text.match(/[\p{L}\p{N}]+(?:[.,]\p{N}+)?|[^\s]/gu) ?? [];

function* spanish(list) {
  for (let i = 0; i + 1 < list.length; i++) {
    const [word, next] = [list[i].toLowerCase(), list[i + 1].toLowerCase()];
    const noun = nouns.get(next);
    const wanted = DETERMINERS[word];
    if (noun && wanted && wanted[0] !== noun.gender) yield `gender: "${list[i]} ${list[i + 1]}"`;
    if (noun && wanted && noun.number !== '?' && wanted[1] !== noun.number) yield `number: "${list[i]} ${list[i + 1]}"`;
    if (word === '1' && /^\p{L}+(os|as|es|ns)$/u.test(next) && !NO_PLURALS.has(next)) yield `number: "1 ${list[i + 1]}"`;
    if (/^(0|[2-9]|\d\d+)$/.test(word) && noun?.number === 's') yield `number: "${word} ${list[i + 1]}"`;
    const own = nouns.get(word);
    const ending = /(?:ad|id|uest|ech|iert|evuelt|rit)(o|a)(s?)$/u.exec(next);
    if (own && ending && !nouns.has(next) && list[i] !== 'Estado') {
      if ((ending[1] === 'o') !== (own.gender === 'm')) yield `gender: "${list[i]} ${list[i + 1]}"`;
      else if (own.number !== '?' && (ending[2] === 's') !== (own.number === 'p')) yield `number: "${list[i]} ${list[i + 1]}"`;
    }
  }
}

const ENGLISH_ONE = new Set('is was has as this its ms gas s us bits/s chassis'.split(' '));
const ENGLISH_NOUNS = new Set('run row job olt onu column retry second minute hour day week month violation execution question answer'.split(' '));

function* english(list) {
  for (let i = 0; i + 1 < list.length; i++) {
    const [word, next] = [list[i].toLowerCase(), list[i + 1].toLowerCase()];
    if (word === '1' && /^[a-z]+s$/.test(next) && !ENGLISH_ONE.has(next)) yield `number: "1 ${list[i + 1]}"`;
    if (/^(0|[2-9]|\d\d+)$/.test(word) && ENGLISH_NOUNS.has(next)) yield `number: "${word} ${list[i + 1]}"`;
    if (word === 'a' && /^(?:OLT|ONU|OID|[aeio][a-z])/.test(list[i + 1]) && !/^(?:one|once)/.test(next)) yield `article: "a ${list[i + 1]}"`;
    if (word === 'an' && /^(?:[bcdfgjklmnpqrtvwxz][a-z]|PON|CPU)/.test(list[i + 1])) yield `article: "an ${list[i + 1]}"`;
  }
}

function* doubled(list) {
  for (let i = 0; i + 1 < list.length; i++) {
    const word = list[i].toLowerCase();
    if (/^\p{L}{2,}$/u.test(word) && word === list[i + 1].toLowerCase() && !MAY_DOUBLE.has(word)) yield `twice: "${list[i]} ${list[i + 1]}"`;
  }
}

/** What is wrong with a sentence: ["number: \"1 reservados\""]. */
export function mistakes(text, language) {
  const list = words(text);
  return [...doubled(list), ...(language === 'es' ? spanish(list) : english(list))];
}
