import type { ChildProcess } from 'node:child_process';

type Api = 'api' | 'data-models-api';

export class Service {
  readonly child: ChildProcess;
  readonly base: string;
  get output(): string;
  get isRunning(): boolean;
  get memory(): number;
  static spawn(app: Api, env: NodeJS.ProcessEnv): Promise<Service>;
  static start(app: Api, env: NodeJS.ProcessEnv): Promise<Service>;
  signal(signal: NodeJS.Signals): void;
  ended(): Promise<number | NodeJS.Signals | null>;
  kill(): Promise<void>;
}

export function built(): void;
