import { KeptConnection } from '../database/kept-connection.ts'
import type { Logger } from '../log/logger.ts'

/**
 * A connection that hears of the change numbers other processes gave. `returned` is called when it is back after it was
 * lost: what happened meanwhile was not heard.
 */
export const listenForChanges = (
  url: string,
  heard: (tenantId: string, number: number) => void,
  returned: () => void,
  log: Logger,
): KeptConnection =>
  new KeptConnection({
    url,
    name: 'formwork-changes',
    lost: 'News of other processes are not heard for a moment',
    log,
    prepare: (client) => {
      client.on('notification', ({ payload = '' }) => {
        const [tenantId = '', number = ''] = payload.split(' ')
        heard(tenantId, Number(number))
      })
      return client.query('listen formwork_changes')
    },
    returned,
  })
