import { DefaultNamingStrategy } from "typeorm";

/** Columns are named as their properties, in snake case: createdAt is created_at. */
export class SnakeCaseNaming extends DefaultNamingStrategy {
  override columnName(property: string, given: string | undefined): string {
    return columnNameOf(property, given);
  }
}

export const columnNameOf = (property: string, given: string | undefined): string =>
  given ?? property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
