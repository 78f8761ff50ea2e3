import { newId } from '#base/ids.ts'
import { KeptConnection } from '../database/kept-connection.ts'
import type { Logger } from '../log/logger.ts'

/**
 * Tells other processes that this one lives: a connection that holds the lock of its name. When the process is killed the
 * database closes the connection and lets go of the lock, at once and without anybody's clock. While the connection is
 * lost another process may take our work up: each step looks whether it is still where it was.
 */
export class ProcessLife {
  readonly id = newId()
  private readonly connection: KeptConnection

  constructor(url: string, log: Logger) {
    this.connection = new KeptConnection({
      url,
      name: 'formwork-life',
      lost: 'The sign of life of this process was lost for a moment',
      log,
      prepare: (client) =>
        client.query("select pg_advisory_lock(hashtextextended('formwork process ' || $1, 0))", [this.id]),
    })
  }

  start(): Promise<void> {
    return this.connection.start()
  }

  stop(): Promise<void> {
    return this.connection.stop()
  }
}
