export const filterId = 'activity-filter';
/** Whatever J and K walk through carries this attribute. */
export const listItem = '[data-list-item]';
export const overlay = '[data-overlay]';
