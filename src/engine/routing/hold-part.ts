type Ask = (goOn: () => void) => void

const asked: Ask[] = []

/** Asks before a part of a screen goes away while its address stays, until the answer is called. */
export function holdPart(ask: Ask): () => void {
  asked.push(ask)
  return () => void asked.splice(asked.indexOf(ask), 1)
}

/** Goes on to another part of the screen, such as a tab: at once, unless work that would be lost asks first. */
export function leavePart(goOn: () => void): void {
  const ask = asked.at(-1)
  if (ask) ask(goOn)
  else goOn()
}
