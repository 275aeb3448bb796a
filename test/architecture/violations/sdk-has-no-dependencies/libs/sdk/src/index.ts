import { Agent } from 'node:http'; // not allowed: sdk-has-no-dependencies

export const agent = new Agent();
