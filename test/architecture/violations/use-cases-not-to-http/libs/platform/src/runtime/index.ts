export class PlatformModule {}
