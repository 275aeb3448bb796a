export class ViewerModule {}
