// SPDX-License-Identifier: Apache-2.0
//
// HTTP requests that two programs could read in two ways, by what is odd about them.
'use strict';

const GET = 'GET /api/v1/docs/ HTTP/1.1\r\n';
const POST = 'POST /api/v1/auth/login/ HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
const CHUNKED = '2\r\n{}\r\n0\r\n\r\n';
const AMBIGUOUS = {
  'two lengths': `${POST}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
  'the same length twice': `${POST}Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}`,
  'a list of lengths': `${POST}Content-Length: 2, 2\r\n\r\n{}`,
  'a length with a sign': `${POST}Content-Length: +2\r\n\r\n{}`,
  'a length and chunks': `${POST}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n${CHUNKED}`,
  'another coding': `${POST}Transfer-Encoding: gzip, chunked\r\n\r\n${CHUNKED}`,
  'two codings': `${POST}Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n${CHUNKED}`,
  'a space before the colon': `${GET}Host: x\r\nX-A : b\r\n\r\n`,
  'a space before the colon of a coding': `${POST}Transfer-Encoding : chunked\r\n\r\n${CHUNKED}`,
  'a space before the colon of the host': `${GET}Host : x\r\n\r\n`,
  'a bare LF behind the first line': 'GET /api/v1/docs/ HTTP/1.1\nHost: x\r\n\r\n',
  'a bare LF behind a header': `${GET}Host: x\nX-A: b\r\n\r\n`,
  'a bare LF behind the last header': `${GET}Host: x\r\nX-A: b\n\r\n${GET}Host: x\r\n\r\n`,
  'a bare LF as the empty line': `${GET}Host: x\r\n\n${GET}Host: x\r\n\r\n`,
  'bare LFs everywhere': `${GET}Host: x\r\nX-A: b\r\n\r\n`.replace(/\r/g, ''),
  'a bare CR': `${GET}Host: x\r\nX-A: b\rX-B: c\r\n\r\n`,
  'no host': `${GET}X-A: b\r\n\r\n`,
  'two hosts': `${GET}Host: x\r\nHost: y\r\n\r\n`,
  'a folded header': `${GET}Host: x\r\nX-A: b\r\n c\r\n\r\n`,
  'a header folded with a tab': `${GET}Host: x\r\nX-A: b\r\n\tc\r\n\r\n`,
  'a fold before the first header': `${GET} X-A: b\r\nHost: x\r\n\r\n`,
  'a NUL in a value': `${GET}Host: x\r\nX-A: b\0c\r\nX-B: d\r\n\r\n`,
  'a NUL in the last value': `${GET}Host: x\r\nX-A: b\0c\r\n\r\n`,
  'a NUL in a name': `${GET}Host: x\r\nX\0A: b\r\n\r\n`,
  'a NUL in the path': 'GET /api/v1/docs/\0x HTTP/1.1\r\nHost: x\r\n\r\n',
  'a line without a colon': `${GET}Host: x\r\nnonsense\r\n\r\n`,
};

// The lines between chunks never reach us. Whoever reads them otherwise would find another request
// behind them, so nothing behind any chunked body is read.
const CHUNKS = {
  'a bare LF behind the size of a chunk': '2\n{}\r\n0\r\n\r\n',
  'bare LFs behind a chunk and the last one': '2\r\n{}\n0\n\n',
  'bare LFs everywhere between chunks': '2\n{}\n0\n\n',
  'chunks as they should be': CHUNKED,
};

module.exports = { AMBIGUOUS, CHUNKED, CHUNKS, GET, POST };
