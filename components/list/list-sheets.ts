/** Sheets of a list whose scripts come later: the server's rows have their looks from the beginning. */
import '../ui/selection-bar-frame.module.css';
import './filters/filters.module.css';
import './table/table.module.css';
import './totals.module.css';
