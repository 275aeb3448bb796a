/** Number of resources of each list that are read one by one. */
const OF_A_LIST = 3;

/** Every GET below `/v1` of an OpenAPI document, for the first resources of each list: status and body by path. */
export async function everyRead(base, paths, key) {
  const answers = {};
  const read = async (path) => (answers[path] ??= await answerOf(base, path, key));
  const idsOf = async (list) => {
    const { data } = (await read(list)).body ?? {};
    return Array.isArray(data) ? data.flatMap(({ id }) => id ?? []).slice(0, OF_A_LIST) : [];
  };
  const readable = Object.keys(paths).filter((path) => path.startsWith('/v1/') && paths[path].get);
  for (const path of readable) {
    let places = [''];
    for (const segment of path.slice(1).split('/')) {
      const expanded = [];
      for (const place of places)
        for (const value of segment.startsWith('{') ? await idsOf(place) : [segment])
          expanded.push(`${place}/${value}`);
      places = expanded;
    }
    for (const place of places) await read(place);
  }
  return answers;
}

async function answerOf(base, path, key) {
  const response = await fetch(base + path, { headers: { 'API-Key': key } });
  // Only the server that issued a cursor can read it.
  const text = (await response.text()).replaceAll(base, '').replace(/cursor=[\w-]+/g, 'cursor');
  if (!/^[{[]/.test(text)) return { status: response.status, body: text };
  const { request_id: _, ...body } = JSON.parse(text);
  return { status: response.status, body };
}

/** Paths whose response differs, ignoring fields that the second one adds. */
export const differences = (before, now) =>
  Object.entries(before).flatMap(([path, { status, body }]) => {
    const other = now[path] ?? {};
    if (status === other.status && holds(other.body, body)) return [];
    return [`${path}: ${JSON.stringify({ status, body }).slice(0, 300)}\n  but ${JSON.stringify(other).slice(0, 300)}`];
  });

function holds(whole, part) {
  if (typeof part !== 'object' || part === null) return whole === part;
  if (typeof whole !== 'object' || whole === null) return false;
  if (Array.isArray(part) && part.length !== whole.length) return false;
  return Object.keys(part).every((key) => holds(whole[key], part[key]));
}
