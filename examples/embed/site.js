// The address of the map comes from this page's own (`?map=`); the loader stands beside it.
const address = new URLSearchParams(location.search).get('map');
if (address) show(new URL(address));

function show(map) {
  const loader = new URL('api.js', map);
  const key = map.pathname.split('/').pop();
  document.querySelector('#map').value = map.href;
  for (const [name, text] of Object.entries({ map: map.href, loader: loader.href, key }))
    for (const place of document.querySelectorAll(`[data-${name}]`)) place.textContent = text;
  document.querySelector('main').hidden = false;

  const script = document.createElement('script');
  script.src = loader.href;
  script.onload = () => embed(map, key);
  script.onerror = () => log('site', 'error', `No loader at ${loader.href}`);
  document.head.append(script);
}

async function embed(map, key) {
  // 1. An iframe. It works without these two lines too, but then fires no events.
  document.querySelector('#plain').src = map.href;
  logEvents('iframe', new PropertyMap('plain'));

  // 2. An element.
  const element = document.createElement('property-map');
  element.setAttribute('embed', key);
  element.setAttribute('theme-accent', '#7a1f5c');
  document.querySelector('#element').append(element);
  // The element has its map from the next moment on; what it fires are events of the page.
  queueMicrotask(() => logEvents('element', element.map));

  // 3. A call.
  const called = await PropertyMap.embed('#place', { key, height: 'auto', title: 'Find your apartment' });
  logEvents('call', called);
  document.querySelector('#calls').addEventListener('submit', (event) => {
    event.preventDefault();
    void ask(called, event.submitter.value, document.querySelector('#unit').value);
  });
}

async function ask(map, call, unit) {
  const calls = {
    select: () => map.select(unit),
    setUnitNumberMatches: () => map.setUnitNumberMatches([unit]),
    clear: async () => (await map.setUnitNumberMatches(null)) && map.select(null),
    disableUI: () => map.disableUI(['filters']),
    destroy: () => map.destroy(),
  };
  log('call', call, await calls[call]());
}

function logEvents(way, map) {
  map.on('*', (payload, name) => log(way, name, payload));
}

function log(way, name, payload) {
  const line = document.createElement('li');
  line.textContent = `${way} ${name} ${JSON.stringify(payload)}`;
  document.querySelector('#log').prepend(line);
}
