/** The height of the bar at the bottom of small screens, for use within `calc()`. */
export const BOTTOM_BAR_HEIGHT = '(4.5rem + env(safe-area-inset-bottom))';
