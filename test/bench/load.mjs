/**
 * Asks for some paths in turn, again and again, over a number of kept connections: one request after the other on each, or `perSecond`
 * requests a second in all. Prints answers a second and the median and p99 time in ms.
 */
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

const { urls, key, connections = 16, seconds = 2, perSecond, headers = {}, body } = JSON.parse(process.argv[2]);
const agent = new http.Agent({ keepAlive: true, maxSockets: connections });
const end = performance.now() + seconds * 1000;
const times = [];
let wrong = 0;
let status;
let asked = 0;

const options = {
  agent,
  method: body === undefined ? 'GET' : 'POST',
  headers: { 'API-Key': key, ...(body !== undefined && { 'Content-Type': 'application/json' }), ...headers },
};

const ask = () =>
  new Promise((resolve, reject) => {
    const from = performance.now();
    http
      .request(urls[asked++ % urls.length], options, (response) => {
        if (response.statusCode !== 200 && response.statusCode !== 304) {
          wrong++;
          status = response.statusCode;
        }
        response.resume();
        response.once('end', () => {
          times.push(performance.now() - from);
          resolve();
        });
      })
      .once('error', reject)
      .end(body);
  });

const loop = async () => {
  while (performance.now() < end) await ask();
};
/** Does not wait for answers: a slow server gets as many requests as a fast one. */
const paced = async () => {
  const answers = [];
  while (performance.now() < end) {
    answers.push(ask());
    await sleep(Math.max(started + (answers.length * 1000) / perSecond - performance.now(), 0));
  }
  await Promise.all(answers);
};
const started = performance.now();
await (perSecond ? paced() : Promise.all(Array.from({ length: connections }, loop)));
const rate = times.length / ((performance.now() - started) / 1000);
times.sort((a, b) => a - b);
const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))];
process.stdout.write(JSON.stringify({ rate, median: at(0.5), p99: at(0.99), wrong, status }));
process.exit(0);
