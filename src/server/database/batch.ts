import type { Writable } from 'node:stream'
import pg from 'pg'

// What the driver calls of its queries and of their connection; its published types leave it out.
interface Wire {
  stream: Pick<Writable, 'cork' | 'uncork'>
  parsedStatements: Record<string, string>
  submittedNamedStatements: Record<string, string>
  parse(statement: { name: string | undefined; text: string }): void
  bind(given: { statement: string | undefined; values: unknown[] }): void
  describe(what: { type: 'P'; name: string }): void
  execute(): void
  sync(): void
}
interface RowDescription {
  fields: readonly { name: string; dataTypeID: number }[]
}
interface DataRow {
  fields: readonly (string | null)[]
}
interface Steps {
  name: string | undefined
  text: string | undefined
  callback(error: unknown): void
  handleRowDescription(message: RowDescription): void
  handleDataRow(message: DataRow): void
  handleCommandComplete(message: { text: string }, connection: Wire): void
  handleEmptyQuery(connection: Wire): void
  handleReadyForQuery(connection: Wire): void
  handleError(error: unknown, connection: Wire): void
}
const DriverQuery = pg.Query as unknown as new (
  config: string,
  values: undefined,
  callback: (error: unknown) => void,
) => Steps
// How the driver writes a value, which its published types leave out too.
const { prepareValue } = (pg as unknown as { utils: { prepareValue(value: unknown): unknown } }).utils

/** What a statement answered. */
export interface Answered {
  rows: unknown[]
  rowCount: number | null
}

/** The columns of an answer, and how their values are read. */
type Columns = readonly { name: string; read(text: string): unknown }[]

// What PostgreSQL said of the columns of statements that a connection keeps prepared. It refuses to run one whose columns
// would be others by now, so that it need not be asked each time.
const described = new WeakMap<Wire, Map<string, Columns>>()

function columnsOn(connection: Wire): Map<string, Columns> {
  let known = described.get(connection)
  if (!known) described.set(connection, (known = new Map()))
  return known
}

/** One statement of a batch. */
export class Part {
  isOver = false
  private columns: Columns = []
  private readonly rows: unknown[] = []
  private fault: unknown = null

  /** `done` is called once: with the answer, or with the error of this part or of one before it. */
  constructor(
    readonly config: Pick<pg.QueryConfig, 'text' | 'name' | 'values' | 'types'>,
    private readonly done: (error: unknown, answer: Answered) => void,
  ) {}

  get name(): string | undefined {
    return this.config.name
  }

  /** The statement; tests read it of what is sent. */
  get text(): string {
    return this.config.text
  }

  /** Writes it to the connection; over at once, with nothing written, where its values cannot be. */
  send(connection: Wire): void {
    const { text, name, values = [] } = this.config
    let written: unknown[]
    try {
      written = values.map((value) => prepareValue(value))
    } catch (error) {
      this.end(error)
      return
    }
    const { parsedStatements, submittedNamedStatements } = connection
    const isPrepared = name !== undefined && (name in parsedStatements || name in submittedNamedStatements)
    if (!isPrepared) {
      connection.parse({ name, text })
      if (name !== undefined) {
        submittedNamedStatements[name] = text
        columnsOn(connection).delete(this.kind(name))
      }
    }
    connection.bind({ statement: name, values: written })
    const known = isPrepared ? columnsOn(connection).get(this.kind(name)) : undefined
    if (known) this.columns = known
    else connection.describe({ type: 'P', name: '' })
    connection.execute()
  }

  // The same statement may be read in two ways.
  private kind(name: string): string {
    return this.config.types ? `${name} own` : name
  }

  describe({ fields }: RowDescription): void {
    const { getTypeParser } = this.config.types ?? pg.types
    this.columns = fields.map(({ name, dataTypeID }) => ({ name, read: getTypeParser(dataTypeID, 'text') }))
  }

  take({ fields }: DataRow): void {
    if (this.fault !== null) return
    try {
      const row: Record<string, unknown> = {}
      for (const [index, { name, read }] of this.columns.entries()) {
        const text = fields[index] ?? null
        row[name] = text === null ? null : read(text)
      }
      this.rows.push(row)
    } catch (error) {
      this.fault = error
    }
  }

  /** PostgreSQL has run it; `tag` says what it did. */
  complete(connection: Wire, tag: string): void {
    if (this.name !== undefined) columnsOn(connection).set(this.kind(this.name), this.columns)
    const count = /\d+$/.exec(tag)?.[0]
    this.end(this.fault, count === undefined ? null : Number(count))
  }

  end(error: unknown, rowCount: number | null = null): void {
    if (this.isOver) return
    this.isOver = true
    this.done(error, { rows: this.rows, rowCount })
  }
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
    for (const part of this.parts) part.send(connection)
    connection.sync()
    connection.stream.uncork()
    this.goOn()
    return null
  }

  override handleRowDescription(message: RowDescription): void {
    this.parts[this.at]?.describe(message)
  }

  override handleDataRow(message: DataRow): void {
    this.parts[this.at]?.take(message)
  }

  override handleCommandComplete({ text }: { text: string }, connection: Wire): void {
    this.parts[this.at]?.complete(connection, text)
    this.goOn()
  }

  // A text without a statement is over without having been completed.
  override handleEmptyQuery(connection: Wire): void {
    this.parts[this.at]?.complete(connection, '')
    this.goOn()
  }

  override handleReadyForQuery(): void {
    this.callback(null)
  }

  override handleError(error: unknown, connection: Wire): void {
    for (const part of this.parts.slice(this.at)) {
      // What was passed over PostgreSQL has not read; what it has read is under its name already.
      if (part.name !== undefined) delete connection.submittedNamedStatements[part.name]
      part.end(error)
    }
    this.callback(error)
  }

  // The driver keeps in mind under this name what PostgreSQL says it has read.
  private goOn(): void {
    while (this.parts[this.at]?.isOver) this.at += 1
    const part = this.parts[this.at]
    this.name = part?.name
    this.text = part?.text
  }
}
