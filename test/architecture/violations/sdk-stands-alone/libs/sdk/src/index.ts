import { Agent } from 'node:http'; // not allowed: sdk-stands-alone

export const agent = new Agent();
