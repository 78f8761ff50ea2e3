import { fieldTypes } from '#contracts/field-types.ts'

/** The server names each widget by the type of its field. */
export const fieldTypeNames: readonly string[] = Object.keys(fieldTypes)
