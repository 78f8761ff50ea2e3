// oxlint-disable-next-line import/default -- the build makes it: the address of the worker
import address from './sheet-worker.ts?worker&url'

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(text: string): string },
  ): { createScriptURL(text: string): string }
}

// The content security policy takes no plain text for the address of a script: this one, and no other, is meant.
const policy = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('sheet-worker', {
  createScriptURL(text) {
    if (text !== address) throw new TypeError(`${text} is not the worker of the sums.`)
    return text
  },
})

/** Begins a thread that works sums out: see `sheet-messages.ts`. */
export const startSheetWorker = (): Worker =>
  new Worker(policy ? policy.createScriptURL(address) : address, { type: 'module' })
