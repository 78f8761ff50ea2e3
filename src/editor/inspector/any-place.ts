import { wholeSchema, type SchemaPlace } from '#engine/bindings/prop-schema.ts'

/** A place that takes any value. */
export const anyPlace: SchemaPlace = wholeSchema({ type: ['string', 'number', 'boolean', 'array', 'object'] })

/** A place that takes one of these words. */
export const choicePlace = (options: readonly string[]): SchemaPlace =>
  wholeSchema({ type: 'string', enum: [...options] })

/** A place of plain text. */
export const textPlace: SchemaPlace = wholeSchema({ type: 'string' })

/** A place with a control of its own. */
export const controlPlace = (control: string): SchemaPlace => wholeSchema({ control })
