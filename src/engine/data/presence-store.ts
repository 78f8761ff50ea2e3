/** Where somebody is: at a model's records, at one of them, at one field of it. */
export interface Place {
  record: string | null
  field: string | null
}

/** Somebody else who is there now, once for each place they are at. */
export interface Present extends Place {
  id: string
  name: string
}

/** Who is where. Screens say where this person is and read who else is; the channel keeps both current. */
export interface PresenceStore {
  /** This person is at this model's records now, and where exactly; answers how to leave. */
  enter(model: string, place: Place): () => void
  /** The others at this model; the same value until it changes. */
  people(model: string): readonly Present[]
  /** Calls back when the others changed; answers how to stop. */
  subscribe(listener: () => void): () => void
  /** Where this person is, by model. */
  places(): ReadonlyMap<string, Place>
  /** Calls back when this person moved; answers how to stop. */
  onMove(listener: () => void): () => void
  /** Only for the channel: who else is there. */
  show(model: string, people: readonly Present[]): void
}

const nobody: readonly Present[] = []

/** An empty store. */
export function createPresenceStore(): PresenceStore {
  const others = new Map<string, readonly Present[]>()
  const own = new Set<Place & { model: string }>()
  const listeners = new Set<() => void>()
  const followers = new Set<() => void>()
  const tell = (to: ReadonlySet<() => void>): void => {
    for (const listener of to) listener()
  }
  const joined = (to: Set<() => void>, listener: () => void): (() => void) => {
    to.add(listener)
    return () => void to.delete(listener)
  }
  return {
    enter(model, { record, field }) {
      const place = { model, record, field }
      own.add(place)
      tell(followers)
      return () => {
        own.delete(place)
        tell(followers)
      }
    },
    people: (model) => others.get(model) ?? nobody,
    subscribe: (listener) => joined(listeners, listener),
    places() {
      const places = new Map<string, Place>()
      // A screen and what is open over it may both show a model: where one types says most, then the record in sight.
      const weight = ({ record, field }: Place): number => (field !== null ? 2 : record !== null ? 1 : 0)
      for (const { model, record, field } of own) {
        const known = places.get(model)
        if (!known || weight({ record, field }) >= weight(known)) places.set(model, { record, field })
      }
      return places
    },
    onMove: (listener) => joined(followers, listener),
    show(model, people) {
      if (JSON.stringify(others.get(model) ?? nobody) === JSON.stringify(people)) return
      others.set(model, people)
      tell(listeners)
    },
  }
}

/** The store of this page: it shows one workspace at a time. Comes with what needs it, after the first screen. */
export const presenceStore = createPresenceStore()
