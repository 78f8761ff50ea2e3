import type * as three from 'three'
import { DrawingClock } from './drawing-clock.ts'
import type { ModelDrawing } from './model-drawing.ts'
import { WholePicture } from './whole-picture.ts'

/** Milliseconds a picture, or a piece of one, may take: while it is drawn nothing else on the page is. */
const aimed = 60
/** Milliseconds from which on a picture is too slow to move in. */
const tooSlow = 90
/** Milliseconds after the last move after which the whole picture is drawn. */
const restsAfter = 350
/** Pixels of a rough picture for each of the canvas, along a side. */
const roughPixels = 0.5
/** Corners of the first rough picture and of the first piece; later ones are as many as the time allows. */
const firstRough = 150_000
const firstPiece = 90_000
const fewest = 6_000
/** How many whole pictures are timed to learn how fast the card is. */
const timed = 3

interface Asks {
  drawings: () => ModelDrawing[]
  /** Draws once more, before the next paint of the browser. */
  again: () => void
}

/**
 * Draws a scene as finely as the card allows: whole where that is quick. Without a graphics card roughly while it moves, and
 * the whole picture in pieces when it rests, so that the page answers all the while.
 */
export class PacedPicture {
  readonly #clock: DrawingClock
  /** What the last whole pictures took. */
  #timed: readonly number[] = []
  /** What a whole picture takes at once, in milliseconds, as far as that is known. */
  #wholeTakes: number
  #roughCorners = firstRough
  #pieceCorners = firstPiece
  #whole: WholePicture | null = null
  // Asked for while the picture before was on its way.
  #isOwed = false
  #resting = 0
  // The canvas shows the whole picture that was drawn in pieces.
  #isRefined = false
  #ratio = 0
  #size = { width: 1, height: 1 }

  /** `isSoftware`: there is no graphics card, as far as the browser says. */
  constructor(
    readonly renderer: three.WebGLRenderer,
    readonly scene: three.Scene,
    readonly camera: three.Camera,
    readonly isSoftware: boolean,
    readonly asks: Asks,
  ) {
    this.#clock = new DrawingClock(renderer.getContext() as WebGL2RenderingContext)
    this.#wholeTakes = isSoftware ? Infinity : 0
  }

  /** Learns anew how fast the card is: other models are shown. */
  timeAnew(): void {
    this.#timed = []
  }

  /** How large the canvas is, in pixels of the page. */
  resize(size: { width: number; height: number }): void {
    this.#size = size
    this.#ratio = 0
  }

  /** Gives up on the whole picture that was begun. */
  stop(): void {
    clearTimeout(this.#resting)
    this.#whole?.stop()
  }

  /**
   * Answers whether a picture may be drawn now. While the one before is on its way it may not, as it would queue and hold up
   * the whole page: then it is asked for once that one is there.
   */
  takeTurn(): boolean {
    if (this.#clock.isBusy) this.#isOwed = true
    return !this.#clock.isBusy
  }

  /** Draws the scene as its camera sees it, whole or roughly. */
  draw(): void {
    this.#isRefined = false
    if (this.#wholeTakes > tooSlow) this.#drawRoughly()
    else this.#drawWhole()
  }

  /** Draws what is seen once more and at once, for who copies the canvas in the same turn: later it may be empty. */
  redraw(): void {
    if (this.#isRefined) this.#whole?.show(this.camera)
    else if (this.#wholeTakes > tooSlow) this.#renderRoughly()
    else this.#renderWhole()
  }

  dispose(): void {
    clearTimeout(this.#resting)
    this.#clock.stop()
    this.#whole?.dispose()
  }

  #renderWhole(): void {
    for (const drawing of this.asks.drawings()) drawing.whole()
    this.#resizeTo(Math.min(2, window.devicePixelRatio))
    this.renderer.render(this.scene, this.camera)
  }

  #drawWhole(): void {
    this.#renderWhole()
    const isKnown = this.#timed.length === timed
    // A fast card is not waited for.
    if (!this.isSoftware && isKnown && this.#wholeTakes < aimed / 2) return
    this.#clock.start((took) => {
      this.#timed = [...this.#timed, took].slice(-timed)
      // The quickest: with the first ones the model is brought to the card.
      if (this.#timed.length === timed) this.#wholeTakes = Math.min(...this.#timed)
      if (!this.#catchUp() && this.isSoftware) this.#refineSoon()
    })
  }

  /** Answers how many corners there are to draw. */
  #renderRoughly(): number {
    const drawings = this.asks.drawings()
    const all = drawings.reduce((sum, drawing) => sum + drawing.keptCorners, 0)
    for (const drawing of drawings)
      drawing.rough(this.#roughCorners * (drawing.keptCorners / Math.max(1, all)))
    this.#resizeTo(roughPixels)
    this.renderer.render(this.scene, this.camera)
    return all
  }

  #drawRoughly(): void {
    const all = this.#renderRoughly()
    this.#clock.start((took) => {
      this.#roughCorners = Math.min(Math.max(all, fewest), paced(this.#roughCorners, took))
      if (!this.#catchUp()) this.#refineSoon()
    })
  }

  #refineSoon(): void {
    this.#resting = window.setTimeout(() => this.#refine(), restsAfter)
  }

  /** Draws what was asked for while the picture before was on its way. */
  #catchUp(): boolean {
    const isOwed = this.#isOwed
    this.#isOwed = false
    if (isOwed) this.asks.again()
    return isOwed
  }

  /** Draws the whole picture beside what is seen, a piece after the other, and shows it when it is there. */
  #refine(): void {
    const whole = (this.#whole ??= new WholePicture(this.renderer))
    const { width, height } = this.#size
    let took = 0
    whole.begin(this.asks.drawings(), width, height, () => this.#pieceCorners)
    const next = (): void => {
      if (!whole.step(this.scene, this.camera, this.asks.drawings())) {
        this.#resizeTo(Math.min(2, window.devicePixelRatio))
        whole.show(this.camera)
        this.#isRefined = true
        // Perhaps little enough to be moved as it is.
        this.#wholeTakes = Math.min(this.#wholeTakes, took)
        return
      }
      this.#clock.start((piece) => {
        took += piece
        this.#pieceCorners = paced(this.#pieceCorners, piece)
        // Stopped by a move, which waits for this piece.
        if (!this.#catchUp() && whole.isBegun) this.#resting = window.setTimeout(next)
      })
    }
    next()
  }

  #resizeTo(ratio: number): void {
    if (this.#ratio === ratio) return
    this.#ratio = ratio
    this.renderer.setPixelRatio(ratio)
    this.renderer.setSize(this.#size.width, this.#size.height, false)
  }
}

/** How many corners the next picture may have when the last took so many milliseconds. */
const paced = (corners: number, took: number): number =>
  Math.max(fewest, corners * Math.min(1.5, Math.max(0.3, aimed / Math.max(1, took))))
