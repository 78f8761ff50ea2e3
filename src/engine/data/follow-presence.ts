import type { RealtimeChannel, SupabaseClient } from '@supabase/supabase-js'
import { oncePainted } from '#ui/once-painted.ts'
import { keepChannel } from './keep-channel.ts'
import type { Place, Present, PresenceStore } from './presence-store.ts'

interface FollowSettings {
  service: SupabaseClient
  store: PresenceStore
  tenantId: string
  /** Who this is: their own other tabs are not somebody else. */
  userId: string
}

/** Milliseconds a topic is kept after its last screen: the next one often shows the same model. */
const keepFor = 4_000
/** Milliseconds between two moves that are told; the server takes eight a second. */
const pace = 250
/** Milliseconds a page may be out of sight before its person is no longer shown. */
const hiddenFor = 20_000

/** Shows the others where this person is, and this person where the others are, as long as screens say so. Answers how to stop. */
export function followPresence({ service, store, tenantId, userId }: FollowSettings): () => void {
  const rooms = new Map<string, ReturnType<typeof openRoom>>()
  let away = false
  let hiding: ReturnType<typeof setTimeout> | undefined

  const follow = (): void => {
    const places = store.places()
    for (const [model, place] of places) {
      if (!rooms.has(model)) rooms.set(model, openRoom(model))
      rooms.get(model)?.move(away ? null : place)
    }
    for (const [model, room] of rooms) if (!places.has(model)) room.leave(() => void rooms.delete(model))
  }

  function openRoom(model: string) {
    let wanted: Place | null = null
    let told: string | null = null
    let channel: RealtimeChannel | null = null
    let telling: ReturnType<typeof setTimeout> | undefined
    let leaving: ReturnType<typeof setTimeout> | undefined
    const tell = (): void => {
      telling = undefined
      const text = JSON.stringify(wanted)
      if (!channel || text === told) return
      told = text
      void (wanted ? channel.track({ ...wanted }) : channel.untrack())
    }
    const stop = keepChannel({
      service,
      topic: `model:${tenantId}:${model}`,
      presence: true,
      bind: (opened) =>
        opened.on('presence', { event: 'sync' }, () =>
          store.show(model, others(opened.presenceState<Meta>(), userId)),
        ),
      joined(opened) {
        channel = opened
        told = null
        tell()
      },
      lost() {
        channel = null
        store.show(model, [])
      },
    })
    return {
      move(place: Place | null) {
        clearTimeout(leaving)
        leaving = undefined
        wanted = place
        telling ??= setTimeout(tell, pace)
      },
      leave(gone: () => void) {
        wanted = null
        telling ??= setTimeout(tell, pace)
        leaving ??= setTimeout(() => {
          this.end()
          gone()
        }, keepFor)
      },
      end() {
        clearTimeout(telling)
        clearTimeout(leaving)
        stop()
        store.show(model, [])
      },
    }
  }

  const look = (): void => {
    clearTimeout(hiding)
    if (document.visibilityState === 'visible') {
      if (away) {
        away = false
        follow()
      }
    } else
      hiding = setTimeout(() => {
        away = true
        follow()
      }, hiddenFor)
  }
  document.addEventListener('visibilitychange', look)
  // A move comes with something that is drawn, and often as a leave and an enter.
  const following = oncePainted(follow)
  const unfollow = store.onMove(following.ask)
  follow()
  return () => {
    following.stop()
    unfollow()
    clearTimeout(hiding)
    document.removeEventListener('visibilitychange', look)
    for (const room of rooms.values()) room.end()
  }
}

type Meta = Record<string, unknown>

function others(state: Record<string, Meta[]>, userId: string): Present[] {
  const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)
  return Object.values(state)
    .flat()
    .flatMap(({ user_id, name, record, field }) => {
      const id = text(user_id)
      if (id === null || id === userId) return []
      return { id, name: text(name) ?? '', record: text(record), field: text(field) }
    })
    .toSorted((a, b) => a.name.localeCompare(b.name) || (a.id < b.id ? -1 : 1))
}
