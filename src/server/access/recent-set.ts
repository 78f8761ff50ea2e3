/** Remembers the last so many texts. */
export class RecentSet {
  private readonly texts = new Set<string>()
  private readonly most: number

  constructor(most: number) {
    this.most = most
  }

  has(text: string): boolean {
    return this.texts.has(text)
  }

  remember(text: string): void {
    this.texts.delete(text)
    this.texts.add(text)
    if (this.texts.size <= this.most) return
    const [oldest] = this.texts
    if (oldest !== undefined) this.texts.delete(oldest)
  }
}
