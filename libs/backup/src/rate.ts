import { MiB } from '@app/platform/core';

/** Receives progress as text: `rows 34 %, 55 MiB/s, 12 s left`. */
export type Progress = (state: string) => void;

/** Formats the progress, speed and remaining time of a task. */
export class Rate {
  private readonly startedAt = performance.now();

  constructor(
    private readonly unit: 'rows' | 'files' | 'checksum',
    /** in bytes, or a number of files */
    private readonly total: number,
    private readonly onProgress: Progress = () => undefined,
  ) {}

  show(done: number): void {
    const seconds = (performance.now() - this.startedAt) / 1000;
    const left = done > 0 ? Math.ceil(((this.total - done) / done) * seconds) : undefined;
    const parts = [
      `${this.unit} ${this.total > 0 ? Math.min(100, Math.floor((done / this.total) * 100)) : 100} %`,
      this.unit === 'files' ? `${done} of ${this.total}` : `${Math.round(done / MiB / Math.max(seconds, 0.001))} MiB/s`,
      ...(left === undefined || left < 0 ? [] : [`${left} s left`]),
    ];
    this.onProgress(parts.join(', '));
  }
}
