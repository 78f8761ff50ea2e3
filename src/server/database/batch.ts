import type { Writable } from 'node:stream'
import pg from 'pg'

// What the driver calls of its queries and of their connection; its published types leave it out.
interface Wire {
  stream: Pick<Writable, 'cork' | 'uncork'>
  parsedStatements: Record<string, string>
  submittedNamedStatements: Record<string, string>
  sync(): void
}
interface Steps {
  name: string | undefined
  text: string | undefined
  callback(error: unknown, result?: unknown): void
  prepare(connection: Wire): void
  handleRowDescription(message: unknown): void
  handleDataRow(message: unknown): void
  handleCommandComplete(message: unknown, connection: Wire): void
  handleEmptyQuery(connection: Wire): void
  handleReadyForQuery(connection: Wire): void
  handleError(error: unknown, connection: Wire): void
}
const DriverQuery = pg.Query as unknown as new (
  config: string | pg.QueryConfig,
  values: unknown[] | undefined,
  callback: (error: unknown, result: pg.QueryResult) => void,
) => Steps

/** One statement of a batch. */
export class Part extends DriverQuery {
  isOver = false

  /** `done` is called once: with the result, or with the error of this part or of one before it. */
  constructor(config: pg.QueryConfig, done: (error: unknown, result: pg.QueryResult) => void) {
    // The driver copies a configuration property by property, which takes longer than all the rest it does with it here.
    super(config.types ? config : config.text, config.values, (error, result) => {
      if (this.isOver) return
      this.isOver = true
      done(error, result)
    })
    this.name = config.name
  }
}

// The same connection, but nothing ends the batch before its end.
const withoutSync = new WeakMap<Wire, Wire>()
function openEnded(connection: Wire): Wire {
  let open = withoutSync.get(connection)
  if (!open) {
    open = Object.create(connection, { sync: { value: () => undefined } }) as Wire
    withoutSync.set(connection, open)
  }
  return open
}

function forget(connection: Wire, { name }: Part): void {
  if (name === undefined) return
  delete connection.parsedStatements[name]
  delete connection.submittedNamedStatements[name]
}

/**
 * Statements that are sent together and answered together: PostgreSQL answers at every end of a message group, so four
 * statements on their own are four writes of its and four reads of ours. After one that fails the rest is not run.
 */
export class Batch extends DriverQuery {
  private at = 0
  readonly parts: readonly Part[]

  constructor(parts: readonly Part[]) {
    super('', undefined, () => undefined)
    this.parts = parts
  }

  submit(connection: Wire): null {
    connection.stream.cork()
    for (const part of this.parts) {
      part.prepare(openEnded(connection))
      // Its values could not be written, and the driver closed it.
      if (part.isOver) forget(connection, part)
    }
    connection.sync()
    connection.stream.uncork()
    this.goOn()
    return null
  }

  override handleRowDescription(message: unknown): void {
    this.parts[this.at]?.handleRowDescription(message)
  }

  override handleDataRow(message: unknown): void {
    this.parts[this.at]?.handleDataRow(message)
  }

  override handleCommandComplete(message: unknown, connection: Wire): void {
    this.parts[this.at]?.handleCommandComplete(message, connection)
    this.finish(connection)
  }

  // A text without a statement is over without having been completed.
  override handleEmptyQuery(connection: Wire): void {
    this.finish(connection)
  }

  override handleReadyForQuery(): void {
    this.callback(null)
  }

  override handleError(error: unknown, connection: Wire): void {
    for (const part of this.parts.slice(this.at)) {
      // What was passed over PostgreSQL has not read; what it has read is under its name already.
      if (part.name !== undefined) delete connection.submittedNamedStatements[part.name]
      part.handleError(error, connection)
    }
    this.callback(error)
  }

  private finish(connection: Wire): void {
    this.parts[this.at]?.handleReadyForQuery(connection)
    this.goOn()
  }

  // The driver keeps in mind under this name what PostgreSQL says it has read.
  private goOn(): void {
    while (this.parts[this.at]?.isOver) this.at += 1
    const part = this.parts[this.at]
    this.name = part?.name
    this.text = part?.text
  }
}
