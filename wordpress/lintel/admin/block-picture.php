<?php
/**
 * A schematic picture of a block for the catalogue, drawn from the inputs of its fields: lines for texts, a box for a
 * picture, columns for a list, a pill for a link.
 *
 * @package Lintel
 */

defined( 'ABSPATH' ) || exit;

/**
 * Prints the picture of a block as an SVG, 96 by 64 pixels. A block with `ownContent` shows the title, the featured
 * image and the text of the page itself.
 *
 * @param array $block { fields, ownContent }; ownContent is optional.
 */
function lintel_show_block_picture( array $block ) {
	$inputs_of = array_count_values( array_column( array_map( 'lintel_kind', $block['fields'] ), 'name' ) );
	$names     = array_column( $block['fields'], 'name' );
	$own       = ! empty( $block['ownContent'] );
	$image     = isset( $inputs_of['picture'] ) || $own;
	$lines     = $own ? 4 : min( 3, isset( $inputs_of['html'] ) ? $inputs_of['html'] + 1 : 1 );
	// The inputs that visitors see are not fields of the block. A block with a field `tags` counts as a form, and one
	// with a number field as a calculator.
	$inputs = in_array( 'tags', $names, true ) || isset( $inputs_of['number'] ) ? 2 : 0;
	$width  = $image ? 44 : 76;
	$y      = 8;
	echo '<svg class="lintel-block-picture" viewBox="0 0 96 64" width="96" height="64" aria-hidden="true" focusable="false">';
	echo '<rect class="lintel-paper" x="0.5" y="0.5" width="95" height="63" rx="4"/>';
	if ( $image ) {
		echo '<rect class="lintel-image-box" x="60" y="8" width="28" height="24" rx="2"/><path class="lintel-hill" d="M60 32l9-12 7 8 4-4 8 8z"/>';
	}
	printf( '<rect class="lintel-headline-bar" x="8" y="%d" width="%d" height="5" rx="1"/>', (int) $y, (int) ( $width * 0.7 ) );
	$y += 9;
	for ( $line = 0; $line < $lines; $line++ ) {
		printf( '<rect class="lintel-line" x="8" y="%d" width="%d" height="2" rx="1"/>', (int) $y, (int) ( $width - 8 * ( $line % 2 ) ) );
		$y += 5;
	}
	for ( $input = 0; $input < $inputs; $input++ ) {
		printf( '<rect class="lintel-paper" x="8" y="%d" width="%d" height="7" rx="1"/>', (int) $y, (int) $width );
		$y += 9;
	}
	if ( isset( $inputs_of['rows'] ) ) {
		$y = max( $y + 1, 36 );
		for ( $column = 0; $column < 3; $column++ ) {
			printf( '<rect class="lintel-column" x="%d" y="%d" width="24" height="%d" rx="2"/>', 8 + 28 * $column, (int) $y, 58 - (int) $y );
		}
	} elseif ( isset( $inputs_of['link'] ) || $inputs ) {
		printf( '<rect class="lintel-pill" x="8" y="%d" width="24" height="7" rx="3.5"/>', (int) min( $y + 2, 52 ) );
	}
	echo '</svg>';
}
