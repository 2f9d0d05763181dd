export const filterId = 'activity-filter';
/** Items that J and K move between have this attribute. */
export const listItem = '[data-list-item]';
export const overlay = '[data-overlay]';
