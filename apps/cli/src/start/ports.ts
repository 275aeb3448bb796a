import { createServer } from 'node:net';
import { SettingError, type Settings } from '@app/platform/core';
import { StartError } from '@app/platform/runtime';

/** Checks the ports before slow work starts. @throws SettingError if they are equal @throws StartError if one is in use */
export async function requireFreePorts({ port, aiPort }: Settings): Promise<void> {
  if (port === aiPort && port !== 0) throw new SettingError(`PORT and AI_PORT are both ${port}: set one of them`);
  await requireFree('PORT', port);
  await requireFree('AI_PORT', aiPort);
}

function requireFree(name: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error) => reject(portError(name, port, error)));
    probe.listen(port, () => probe.close(() => resolve()));
  });
}

function portError(name: string, port: number, error: NodeJS.ErrnoException): Error {
  if (error.code === 'EADDRINUSE') return new StartError(`Port ${port} is in use: set ${name} to a free one`);
  if (error.code === 'EACCES')
    return new StartError(`Port ${port} may not be used by this user: set ${name} to another`);
  return error;
}
