/** Checks OpenAPI documents with Spectral's `oas` rules: `node lint.mjs FILE...`. Exit code 1 if a document violates one. */
import { readFileSync } from 'node:fs';
import core from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';

/** Violates an error rule and a warning rule, to prove that Spectral applies both. */
const FAULTY = {
  openapi: '3.1.0',
  info: { title: 'Faulty', version: '1' },
  paths: { '/a': { get: { parameters: 1 } } },
};
const FAULTS_IN_FAULTY = ['oas3-schema', 'operation-operationId'];

const spectral = new core.Spectral();
spectral.setRuleset({ extends: [[rulesets.oas, 'recommended']] });

const found = (await spectral.run(FAULTY)).map(({ code }) => code);
const missed = FAULTS_IN_FAULTY.filter((code) => !found.includes(code));
if (missed.length > 0) throw new Error(`Spectral overlooks ${missed.join(', ')} in a faulty document`);

const files = process.argv.slice(2);
if (files.length === 0) throw new Error('usage: node lint.mjs FILE...');
for (const file of files) {
  const faults = await spectral.run(JSON.parse(readFileSync(file, 'utf8')));
  for (const { path, message, code } of faults) console.log(`${file} #/${path.join('/')}: ${message} (${code})`);
  if (faults.length > 0) process.exitCode = 1;
}
