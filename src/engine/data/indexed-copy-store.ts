import { copyDatabase, type CopyStore } from './copy-store.ts'

const storeName = 'copies'
const mostCopies = 400

interface Kept {
  key: string
  text: string
  at: number
}

/** Keeps copies in the browser's database; the oldest go once there are over 400. Rejects when storage is refused. */
export function indexedCopyStore(factory: IDBFactory): CopyStore {
  let opened: Promise<IDBDatabase> | null = null
  const open = (): Promise<IDBDatabase> => {
    opened ??= new Promise((resolve, reject) => {
      const request = factory.open(copyDatabase, 1)
      request.addEventListener('upgradeneeded', () => {
        request.result.createObjectStore(storeName, { keyPath: 'key' }).createIndex('at', 'at')
      })
      request.addEventListener('success', () => resolve(request.result))
      request.addEventListener('error', () => reject(request.error ?? new Error('storage refused')))
    })
    return opened
  }
  const run = async <T>(
    mode: IDBTransactionMode,
    work: (store: IDBObjectStore) => IDBRequest<T>,
  ): Promise<T> => {
    const store = (await open()).transaction(storeName, mode).objectStore(storeName)
    return answerOf(work(store))
  }
  return {
    async read(key) {
      const kept = await run<Kept | undefined>(
        'readonly',
        (store) => store.get(key) as IDBRequest<Kept | undefined>,
      )
      return kept?.text ?? null
    },
    async write(key, text) {
      await run('readwrite', (store) => store.put({ key, text, at: Date.now() } satisfies Kept))
      const extra = (await run('readonly', (store) => store.count())) - mostCopies
      if (extra > 0)
        await dropOldest((await open()).transaction(storeName, 'readwrite').objectStore(storeName), extra)
    },
    clear: async () => run<undefined>('readwrite', (store) => store.clear()),
  }
}

function answerOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('storage refused')))
  })
}

function dropOldest(store: IDBObjectStore, count: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = store.index('at').openCursor()
    let left = count
    request.addEventListener('error', () => reject(request.error ?? new Error('storage refused')))
    request.addEventListener('success', () => {
      const cursor = request.result
      if (!cursor || left-- === 0) return resolve()
      cursor.delete()
      cursor.continue()
    })
  })
}
