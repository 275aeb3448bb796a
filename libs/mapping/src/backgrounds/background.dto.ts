import type { FileContent } from '@app/platform/files';
import { ApiSchema } from '@nestjs/swagger';
import { MiB } from '@app/platform/core';
import { body, type FileKind, Id, Text, Timestamped } from '@app/platform/rest';
import { readBackground } from './background-file.value.js';

export class CreateBackgroundDto {
  @Text({
    optional: true,
    filled: true,
    max: 255,
    example: undefined,
    description: 'Name of the background, unique in the map; by default `Background` with a number',
  })
  name?: string;
}

export class UpdateBackgroundDto {
  @Text({ optional: true, filled: true, max: 255, example: 'Evening', description: 'Name, unique in the map' })
  name?: string;
}

/** The form part with the image of a background. */
export const backgroundFile: FileKind<FileContent> = {
  limit: 50 * MiB,
  mediaTypes: [...body.image.mediaTypes, 'image/svg+xml'],
  sample: {
    name: 'evening.svg',
    content:
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10"><rect width="20" height="10" fill="#123"/></svg>',
  },
  read: (upload) => readBackground(upload.clientName, () => upload.bytes()),
};

/** The image as a part of the form. */
export interface BackgroundFiles {
  image: FileContent;
}

@ApiSchema({ description: 'An image behind the shapes of a unit map.' })
export class BackgroundDto extends Timestamped {
  @Id({ description: 'Id, assigned by the service' }) id: string;
  @Id() assetId: string;
  @Id() unitMapId: string;
  @Text({ max: 255, example: 'Drawing', description: 'Name of the background' }) name: string;
  @Text({
    filled: false,
    example: 'https://maps.example.com/files/9b2e.svg',
    description: 'URL of the image. Requires no API key.',
  })
  imageUrl: string;
}
