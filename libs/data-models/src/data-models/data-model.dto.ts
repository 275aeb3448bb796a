import { ApiSchema } from '@nestjs/swagger';
import { createHash } from 'node:crypto';
import { FileContent, type Upload } from '@app/platform/files';
import { type FileKind, Id, PartialType, Text, Timestamp } from '@app/platform/rest';
import { MiB } from '@app/platform/core';
import { Csv } from './csv.value.js';

const SECOND = '2026-11-20T11:21:15Z';

export class CreateDataModelDto {
  @Text({ max: 255, example: 'Leasing questions', description: 'Title of the table' }) title: string;
}

export class UpdateDataModelDto extends PartialType(CreateDataModelDto) {}

@ApiSchema({ description: 'A table of questions and answers about an asset. Its content is a CSV file.' })
export class DataModelDto {
  @Id({ description: 'Id, assigned by the service' }) id: string;
  @Text({ filled: false, max: 255, example: 'Leasing questions', description: 'Title of the table' }) title: string;
  @Timestamp({ example: SECOND, description: 'When it was created' }) createdAt: string;
  @Timestamp({ example: SECOND, description: 'When it was last changed' }) updatedAt: string;
}

export interface NewFile {
  file: FileContent<Upload>;
}

/** A `.csv` file, validated as it arrives, without buffering it in memory. */
export const csv: FileKind<FileContent<Upload>> = {
  limit: 50 * MiB,
  mediaTypes: ['text/csv'],
  sample: { name: 'questions.csv', content: 'question,answer\nAre pets allowed?,Yes\n' },
  begin: () => {
    const table = new Csv();
    const hash = createHash('sha256');
    return {
      onChunk(chunk) {
        table.update(chunk);
        hash.update(chunk);
      },
      async read(upload) {
        const errors = [...misnamed(upload.clientName), ...table.end()];
        if (errors.length > 0) return { error: errors, unlisted: table.unlisted };
        return { value: FileContent.ofUpload(upload, hash.digest(), 'csv', 'private') };
      },
    };
  },
};

/** Rejects another extension; a name without an extension is accepted. */
const misnamed = (clientName: string): string[] =>
  /\.[^./\\]+$/.test(clientName) && !/\.csv$/i.test(clientName) ? ['must be a .csv file'] : [];
