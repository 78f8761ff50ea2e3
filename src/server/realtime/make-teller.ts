import type pg from 'pg'
import { AppError } from '#base/app-error.ts'
import type { News } from '#platform/realtime/realtime-ports.ts'

/** Messages that may wait to be told. */
const mostWaiting = 2_000

export interface Teller {
  /** Tells the other processes; what is told while one telling is under way goes together in the next. */
  tell(news: News): Promise<void>
  /** News as a text, for who tells it in a statement of their own. */
  write(news: News): string
  /** What a text says; null for what this process told itself. */
  read(text: string): News | null
}

/** The sending side of the exchange: in order, many in one statement. `self` names this process. */
export function makeTeller(owner: pg.Pool, self: string): Teller {
  let told = 0
  let waiting: string[] = []
  let running: Promise<void> = Promise.resolve()
  let next: Promise<void> | null = null
  // Equal notifications of one transaction would be one: each has a number.
  const write = (news: News): string => JSON.stringify({ by: self, no: (told += 1), news })
  const send = async (): Promise<void> => {
    next = null
    const bodies = waiting
    waiting = []
    await owner.query('select app_private.tell_realtime($1)', [bodies])
  }
  return {
    write,
    tell(news) {
      if (waiting.length >= mostWaiting) return Promise.reject(new AppError('unavailable'))
      waiting.push(write(news))
      if (!next) {
        next = running.then(send)
        // Who told is told of a failure; the next telling begins anew.
        running = next.catch(() => undefined)
      }
      return next
    },
    read(text) {
      const { by, news } = JSON.parse(text) as { by: string; news: News }
      return by === self ? null : news
    },
  }
}
