/** A refusal in the words of the hosted database service: `code` is PostgreSQL's or one of `PGRST…`. */
export class RestError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly more: { details?: string; hint?: string } = {},
  ) {
    super(message)
  }
}

/** 400 for what this service does not understand, or does not do. */
export const cannotParse = (what: string, hint?: string): RestError =>
  new RestError(400, 'PGRST100', what, hint === undefined ? {} : { hint })

/** 404 for a table nobody is shown, whether or not there is one. */
export const noSuchTable = (name: string): RestError =>
  new RestError(404, 'PGRST205', `Could not find the table '${name}' among those that are offered here`)

/** 400 for a column a table does not have. */
export const noSuchColumn = (table: string, column: string): RestError =>
  new RestError(400, '42703', `column ${table}.${column} does not exist`)
