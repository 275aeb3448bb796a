import type { ViewerGallery } from '@app/merchandising/contract';
import type { ViewerPictures } from './viewer-document.schema.js';

/** What the galleries of a floor plan, a unit or a marker show, one after the other. */
export function picturesBy(member: 'id' | 'floor_plan_id' | 'unit_id', galleries: readonly ViewerGallery[]) {
  const shown = new Map<string, ViewerGallery[]>();
  for (const gallery of galleries) {
    const id = gallery[member];
    if (id !== undefined) shown.set(id, [...(shown.get(id) ?? []), gallery]);
  }
  return (id: string | undefined): ViewerPictures => picturesOf(shown.get(id ?? '') ?? []);
}

function picturesOf(galleries: readonly ViewerGallery[]): ViewerPictures {
  const pictures = galleries.flatMap(({ images }) => images);
  const tours = galleries.flatMap(({ tour_url: url }) => url ?? []);
  const videos = galleries.flatMap(({ video_url: url }) => url ?? []);
  return {
    ...(pictures.length > 0 && { pictures }),
    ...(tours.length > 0 && { tour_urls: tours }),
    ...(videos.length > 0 && { video_urls: videos }),
  };
}
