export class CatalogModule {}
