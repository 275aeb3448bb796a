import { Repository } from '@app/platform/persistence';
import { Injectable } from '@nestjs/common';
import { Gallery } from './gallery.aggregate.js';

@Injectable()
export class Galleries extends Repository<Gallery> {
  protected readonly entity = Gallery;
}
