/**
 * Requests that no HTTP client sends, as bytes, and the statuses that may answer them. `key` stands for the API key, `path`
 * for one that takes a POST.
 */
export function wireCases({ key, path, host }) {
  const head = (line, ...lines) => [line, `Host: ${host}`, ...lines, '', ''].join('\r\n');
  const auth = `API-Key: ${key}`;
  const json = 'Content-Type: application/json';
  const get = head('GET /v1/assets HTTP/1.1', auth);
  const body = '{"asset_id":"1","name":"wire"}';
  const smuggled = head('GET /v1/accounts HTTP/1.1', auth);
  return [
    ['nothing but a line break', '\r\n\r\n', [0, 400]],
    ['no request line', 'hello\r\n\r\n', [400]],
    ['TLS', Buffer.from([0x16, 3, 1, 0, 5, 1, 0, 0, 1, 0]), [400]],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', [400]],
    ['HTTP/0.9', 'GET /v1/assets\r\n\r\n', [400, 401]],
    ['HTTP/9.9', head('GET /v1/assets HTTP/9.9', auth), [400, 505]],
    ['an unknown method', head('FOO /v1/assets HTTP/1.1', auth), [400, 405]],
    ['a method in lower case', head('get /v1/assets HTTP/1.1', auth), [400, 405]],
    ['CONNECT', head('CONNECT 10.0.0.1:22 HTTP/1.1', auth), [405]],
    ['OPTIONS *', head('OPTIONS * HTTP/1.1'), [204, 400, 404]],
    ['a bare line feed', get.replaceAll('\r\n', '\n'), [200, 400]],
    ['a header without a colon', head('GET /v1/assets HTTP/1.1', 'API-Key'), [400]],
    ['a space before the colon', head('GET /v1/assets HTTP/1.1', `API-Key : ${key}`), [400]],
    ['a folded header', head('GET /v1/assets HTTP/1.1', 'X: a', ' b'), [400]],
    ['a NUL in a header', head('GET /v1/assets HTTP/1.1', 'X: a\0b'), [400]],
    ['a carriage return in a header', head('GET /v1/assets HTTP/1.1', 'X: a\rb'), [400]],
    ['a NUL in the path', head('GET /v1/as\0sets HTTP/1.1', auth), [400]],
    ['bytes above ASCII in the path', head('GET /v1/\xe9\xff HTTP/1.1', auth), [400, 404]],
    ['a fragment', head('GET /v1/assets#x HTTP/1.1', auth), [200, 400, 404]],
    ['another scheme', head('GET file:///etc/passwd HTTP/1.1', auth), [400, 404]],
    ['an absolute address', head(`GET http://${host}/v1/assets HTTP/1.1`, auth), [200]],
    ['two hosts', head('GET /v1/assets HTTP/1.1', 'Host: b', auth), [400]],
    ['no host', `GET /v1/assets HTTP/1.1\r\n${auth}\r\n\r\n`, [400]],
    ['a host with a path', `GET /v1/assets HTTP/1.1\r\nHost: a/b\r\n${auth}\r\n\r\n`, [400]],
    ['HTTP/1.0 without a host', `GET /v1/assets HTTP/1.0\r\n${auth}\r\n\r\n`, [200, 400]],
    ['a key twice', head('GET /v1/assets HTTP/1.1', auth, auth), [403]],
    ['two keys', head('GET /v1/assets HTTP/1.1', auth, 'API-Key: x'), [403]],
    ['headers of 40 kB', head('GET /v1/assets HTTP/1.1', `X: ${'x'.repeat(40_000)}`), [431]],
    ['3,000 headers', head('GET /v1/assets HTTP/1.1', ...Array.from({ length: 3_000 }, (_, at) => `X${at}: y`)), [431]],
    ['a path of 40 kB', head(`GET /v1/${'x'.repeat(40_000)} HTTP/1.1`), [431, 414]],
    ['a length that is not a number', head(`POST ${path} HTTP/1.1`, auth, 'Content-Length: 1x') + body, [400]],
    ['a negative length', head(`POST ${path} HTTP/1.1`, auth, 'Content-Length: -1') + body, [400]],
    ['two lengths', head(`POST ${path} HTTP/1.1`, auth, 'Content-Length: 1', 'Content-Length: 2') + body, [400]],
    ['a length with a sign', head(`POST ${path} HTTP/1.1`, auth, 'Content-Length: +30') + body, [400]],
    ['a length of 1 TB', head(`POST ${path} HTTP/1.1`, auth, json, 'Content-Length: 1000000000000') + body, [413]],
    ['1 TB for who has no key', head(`POST ${path} HTTP/1.1`, json, 'Content-Length: 1000000000000') + body, [401]],
    [
      'smuggled: length and chunks',
      `${head(`POST ${path} HTTP/1.1`, auth, json, 'Content-Length: 6', 'Transfer-Encoding: chunked')}0\r\n\r\n${smuggled}`,
      [400],
      1,
    ],
    [
      'smuggled: chunks twice',
      `${head(`POST ${path} HTTP/1.1`, auth, json, 'Transfer-Encoding: chunked', 'Transfer-Encoding: identity')}0\r\n\r\n${smuggled}`,
      [400],
      1,
    ],
    [
      'smuggled: a hidden coding',
      `${head(`POST ${path} HTTP/1.1`, auth, json, 'Transfer-Encoding: xchunked')}0\r\n\r\n${smuggled}`,
      [400, 501],
      1,
    ],
    [
      'smuggled: a tab before chunked',
      `${head(`POST ${path} HTTP/1.1`, auth, json, 'Content-Length: 5', 'Transfer-Encoding:\tchunked')}0\r\n\r\n${smuggled}`,
      [400],
      1,
    ],
    [
      'smuggled: after a body that is refused',
      `${head(`POST ${path} HTTP/1.1`, json, `Content-Length: ${body.length + smuggled.length}`)}${body}${smuggled}`,
      [401],
      1,
    ],
    [
      'chunk sizes in nonsense',
      `${head(`POST ${path} HTTP/1.1`, auth, json, 'Transfer-Encoding: chunked')}zz\r\n{}\r\n0\r\n\r\n`,
      [400],
    ],
    [
      'a chunk size beyond all',
      `${head(`POST ${path} HTTP/1.1`, auth, json, 'Transfer-Encoding: chunked')}FFFFFFFFFFFFFFFFF\r\n{}\r\n0\r\n\r\n`,
      [400],
    ],
    [
      'a chunk that is longer than it says',
      `${head(`POST ${path} HTTP/1.1`, auth, json, 'Transfer-Encoding: chunked')}2\r\n{}{}{}\r\n0\r\n\r\n`,
      [400],
    ],
    [
      'chunk extensions of 40 kB',
      `${head(`POST ${path} HTTP/1.1`, auth, json, 'Transfer-Encoding: chunked')}1;${'x'.repeat(40_000)}\r\n{\r\n0\r\n\r\n`,
      [400, 413],
    ],
    ['an expectation', head('GET /v1/assets HTTP/1.1', auth, 'Expect: tea'), [417]],
    [
      'an upgrade',
      head('GET /v1/assets HTTP/1.1', auth, 'Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Key: x'),
      [200, 400, 426],
    ],
    [
      'an upgrade to HTTP/2',
      head('GET /v1/assets HTTP/1.1', auth, 'Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: x'),
      [200, 400, 426],
    ],
    ['files: up and away', head('GET /files/../../../../../../etc/passwd HTTP/1.1'), [400, 404, 401]],
    ['files: up and away, encoded', head('GET /files/..%2f..%2f..%2f..%2f..%2fetc%2fpasswd HTTP/1.1'), [400, 404, 401]],
    ['files: up and away, twice encoded', head('GET /files/..%252f..%252fetc%252fpasswd HTTP/1.1'), [400, 404, 401]],
    ['files: from the root', head('GET /files//etc/passwd HTTP/1.1'), [400, 404, 401]],
    ['files: with a NUL', head('GET /files/x%00.png HTTP/1.1'), [400, 404, 401]],
    ['files: the folder of drafts', head('GET /files/drafts HTTP/1.1'), [400, 404, 401]],
    ['files: its package.json', head('GET /files/../../package.json HTTP/1.1'), [400, 404, 401]],
  ];
}

const CRLF = '\r\n';
const part = (headers, content) => `--x${CRLF}${headers}${CRLF}${CRLF}${content}${CRLF}`;
const text = (name, content) => part(`Content-Disposition: form-data; name="${name}"`, content);
const file = (name, filename, content, type = 'image/svg+xml') =>
  part(`Content-Disposition: form-data; name="${name}"; filename="${filename}"${CRLF}Content-Type: ${type}`, content);
const end = `--x--${CRLF}`;

/** Forms for the operation that creates unit maps: content type, body, and the statuses that may answer. */
export function formCases({ asset, svg }) {
  const fields = text('asset_id', asset) + text('name', 'Wire') + text('style', 'a');
  const good = fields + file('source', 'a.svg', svg);
  const type = 'multipart/form-data; boundary=x';
  const evil = svg.replace(
    '<rect',
    '<script>alert(1)</script><image href="http://evil.example/x.png"/><rect onload="alert(1)"',
  );
  return [
    ['a good form', type, good + end, [201]],
    ['no boundary', 'multipart/form-data', good + end, [400, 415]],
    ['an empty boundary', 'multipart/form-data; boundary=', good + end, [400]],
    ['an empty boundary in quotes', 'multipart/form-data; boundary=""', good + end, [400]],
    ['another boundary', 'multipart/form-data; boundary=y', good + end, [400, 422]],
    ['a boundary of 5 kB', `multipart/form-data; boundary=${'x'.repeat(5_000)}`, good + end, [400, 422]],
    ['a form that breaks off', type, good, [400]],
    ['a part that breaks off', type, good.slice(0, -30), [400]],
    ['headers of a part that break off', type, good.slice(0, 40), [400]],
    ['nothing at all', type, '', [400, 422]],
    ['its end alone', type, end, [400, 422]],
    ['nonsense', type, 'x'.repeat(10_000), [400, 422]],
    ['a part without a name', type, good + part('Content-Disposition: form-data', 'x') + end, [400, 422]],
    ['a part without a disposition', type, good + part('X: y', 'x') + end, [201, 400, 422]],
    ['a name of 100 kB', type, good + text('x'.repeat(100_000), 'x') + end, [400, 422]],
    ['names of objects', type, good + text('__proto__', 'x') + text('constructor', 'y') + end, [422]],
    ['a field twice', type, good + text('name', 'again') + end, [422]],
    ['20,000 parts', type, good + text('tags', 'a').repeat(20_000) + end, [400, 413, 422]],
    [
      '10,000 nameless parts',
      type,
      good + part('Content-Disposition: form-data; name=""', '').repeat(10_000) + end,
      [400, 413, 422],
    ],
    ['a NUL in a field', type, fields.replace('Wire', 'Wi\0re') + file('source', 'a.svg', svg) + end, [422]],
    [
      'invalid UTF-8 in a field',
      type,
      Buffer.from(fields.replace('Wire', 'Wi\xffre') + file('source', 'a.svg', svg) + end, 'latin1'),
      [201, 400, 422],
    ],
    ['line breaks in a file name', type, fields + file('source', 'a%0d%0aSet-Cookie: x=y.svg', svg) + end, [201, 422]],
    ['a path as a file name', type, fields + file('source', '../../../../tmp/x.svg', svg) + end, [201, 422]],
    ['a name with a NUL', type, fields + file('source', 'a\0.svg', svg) + end, [201, 400, 422]],
    ['another extension than its bytes', type, fields + file('source', 'a.pdf', svg, 'application/pdf') + end, [422]],
    ['a program as a drawing', type, fields + file('source', 'a.svg', 'MZ\0\0\0') + end, [422]],
    ['a drawing that runs', type, fields + file('source', 'a.svg', evil) + end, [201, 422]],
    [
      'a drawing with an entity',
      type,
      fields +
        file(
          'source',
          'a.svg',
          `<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>${svg.replace('<rect', '<text>&a;</text><rect')}`,
        ) +
        end,
      [201, 422],
    ],
    [
      'a billion laughs',
      type,
      fields +
        file(
          'source',
          'a.svg',
          `<!DOCTYPE svg [<!ENTITY a "${'x'.repeat(1000)}">${Array.from({ length: 9 }, (_, at) => `<!ENTITY a${at} "${(at ? `&a${at - 1};` : '&a;').repeat(10)}">`).join('')}]>${svg.replace('<rect', '<text>&a8;</text><rect')}`,
        ) +
        end,
      [201, 422],
    ],
    [
      'a drawing 100,000 deep',
      type,
      fields +
        file('source', 'a.svg', svg.replace('<rect', `${'<g>'.repeat(100_000)}${'</g>'.repeat(100_000)}<rect`)) +
        end,
      [201, 422],
    ],
    ['a form as JSON', 'application/json', good + end, [415]],
  ];
}
