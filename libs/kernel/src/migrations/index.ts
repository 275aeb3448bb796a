import { FilesAndRotation1763600050000 } from './1763600050000-files-and-rotation.js';
import { Kernel1763600000000 } from './1763600000000-kernel.js';

export const kernelMigrations = [Kernel1763600000000, FilesAndRotation1763600050000];
